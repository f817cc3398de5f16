"use strict";
const fields = ["text", "table", "finding", "simulated"].map((id) => document.getElementById(id));
const rows = Array.from(document.querySelectorAll("tr[data-table]"));
const figures = Array.from(document.querySelectorAll("figure[data-path]"));

function matches(row) {
  const [text, table, finding, simulated] = fields;
  return [
    row.textContent.toLowerCase().includes(text.value.toLowerCase()),
    table.value === "" || row.dataset.table === table.value,
    finding.value === "" || row.dataset.finding === finding.value,
    !simulated.checked || row.dataset.simulated === "yes",
  ].every(Boolean);
}

function update() {
  const shown = rows.filter(matches);
  const paths = new Set(shown.map((row) => row.dataset.path));
  const narrowed = shown.length !== rows.length;
  const kept = new Set(shown);
  rows.forEach((row) => row.classList.toggle("hidden", !kept.has(row)));
  figures.forEach((figure) => figure.classList.toggle("hidden", narrowed ? !paths.has(figure.dataset.path) : false));
  document.getElementById("shown").textContent = shown.length + " of " + rows.length + " shown";
}

fields.forEach((field) => field.addEventListener("input", update));
update();
