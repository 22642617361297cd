/**
 * Runs an endpoint with the reader's key and shows its records. What comes back is text and is only
 * ever set as text; the key stays in its field.
 */
export const script = `
const endpoints = JSON.parse(document.getElementById('endpoints').textContent);
const form = document.getElementById('try');
const choice = form.elements.endpoint;
const fields = document.getElementById('parameters');
const answer = document.getElementById('answer');
const element = (name, text) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
};
const chosen = () => endpoints.find((one) => one.name === choice.value);
let page = 1;

function showParameters() {
  fields.replaceChildren();
  for (const { name, rule, required } of chosen().parameters) {
    if (name === 'page') continue;
    const label = element('label', name + (required ? ' (required)' : ''));
    const input = element('input');
    input.name = 'parameter ' + name;
    input.placeholder = rule;
    input.title = rule;
    input.required = required;
    input.autocomplete = 'off';
    label.append(input);
    fields.append(label);
  }
}

function address() {
  const query = new URLSearchParams({ apiKey: form.elements.key.value });
  let path = chosen().path;
  for (const { name } of chosen().parameters) {
    const input = form.elements['parameter ' + name];
    if (!input || input.value === '') continue;
    if (path.includes('{' + name + '}')) path = path.replace('{' + name + '}', encodeURIComponent(input.value));
    else query.set(name, input.value);
  }
  if (page > 1) query.set('page', page);
  return path + '?' + query;
}

function shown(value) {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function tableOf(records) {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((column) => records.some((record) => shown(record[column]) !== ''));
  const table = element('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) head.append(element('th', column));
  const body = table.createTBody();
  for (const record of records) {
    const row = body.insertRow();
    for (const column of columns) {
      const cell = row.insertCell();
      cell.textContent = shown(record[column]);
      cell.className = cell.textContent.length > 40 ? 'long' : 'short';
    }
  }
  const scroll = element('div');
  scroll.className = 'scroll';
  scroll.tabIndex = 0;
  scroll.append(table);
  return scroll;
}

function pager(pagination) {
  const pages = Math.max(1, Math.ceil(pagination.total / pagination.pageSize));
  const bar = element('div');
  bar.className = 'pager';
  bar.append(element('span', pagination.total + ' records'));
  if (!chosen().pages || pages === 1) return bar;
  const turn = (label, to) => {
    const button = element('button', label);
    button.type = 'button';
    button.disabled = to < 1 || to > pages;
    button.addEventListener('click', () => { page = to; run(); });
    return button;
  };
  bar.append(turn('Earlier', page - 1), element('span', 'page ' + page + ' of ' + pages), turn('Next', page + 1));
  return bar;
}

function fail(text) {
  const line = element('p', text);
  line.className = 'bad';
  answer.replaceChildren(line);
}

async function run() {
  answer.replaceChildren(element('p', 'Asking\\u2026'));
  try {
    const response = await fetch(address(), { referrerPolicy: 'no-referrer' });
    const body = await response.json();
    if (!response.ok) return fail(response.status + ': ' + body.error);
    const note = [body.Note, response.headers.get('catalyst-notice')]
      .filter(Boolean)
      .map((text) => element('p', text));
    for (const line of note) line.className = 'quiet';
    const records = body.result.length > 0 ? tableOf(body.result) : element('p', 'No records match.');
    answer.replaceChildren(...note, pager(body.pagination), records);
  } catch {
    fail('The server did not answer.');
  }
}

choice.addEventListener('change', () => { page = 1; showParameters(); });
form.addEventListener('submit', (event) => { event.preventDefault(); page = 1; run(); });
for (const button of document.querySelectorAll('[data-try]')) {
  button.addEventListener('click', () => {
    choice.value = button.dataset.try;
    page = 1;
    showParameters();
    form.scrollIntoView({ block: 'start' });
  });
}
showParameters();
`;
