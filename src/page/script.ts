import { viewPath } from './chart.ts';

/**
 * The script of the web pages. The script calls an endpoint from the form, shows the records, and
 * copies texts to the clipboard. Responses are inserted only as text, never as HTML. With demo
 * data, the form sends the demo key. With real records, the key is stored in the session on the
 * server.
 */
export const script = `
const element = (name, text, kind) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

for (const box of document.querySelectorAll('.code')) {
  const button = element('button', 'Copy', 'copy');
  button.type = 'button';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector('pre').textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(box.querySelector('pre'));
      button.textContent = 'Selected, ready to copy';
    }
  });
  box.append(button);
}

// Charts are drawn by the chart page in a frame. This page is the host of the frame (MCP Apps) and
// passes the data of a chart to its frame.
for (const place of document.querySelectorAll('.chart')) {
  const data = JSON.parse(place.querySelector('script').textContent);
  const frame = element('iframe');
  frame.title = data.title;
  frame.loading = 'lazy';
  frame.sandbox = 'allow-scripts';
  frame.src = '${viewPath}';
  addEventListener('message', ({ source, data: message }) => {
    if (source !== frame.contentWindow || message?.jsonrpc !== '2.0') return;
    const say = (reply) => source.postMessage({ jsonrpc: '2.0', ...reply }, '*');
    if (message.method === 'ui/initialize') {
      const hostInfo = { name: 'page', version: '1' };
      say({ id: message.id, result: { protocolVersion: message.params.protocolVersion, hostInfo, hostCapabilities: {}, hostContext: {} } });
    } else if (message.method === 'ui/notifications/initialized') {
      say({ method: 'ui/notifications/tool-result', params: { structuredContent: data } });
    } else if (message.method === 'ui/notifications/size-changed') {
      frame.style.height = Math.min(Number(message.params.height) || 0, 600) + 'px';
    }
  });
  place.append(frame);
}

const form = document.getElementById('try');
if (form) {
const endpoints = JSON.parse(document.getElementById('endpoints').textContent);
const choice = form.elements.endpoint;
const fields = document.getElementById('parameters');
const answer = document.getElementById('answer');
const chosen = () => endpoints.find((one) => one.name === choice.value);
let page = 1;

function control({ name, rule, required, choices }) {
  const input = element(choices ? 'select' : 'input');
  if (choices) {
    input.append(element('option'));
    for (const one of choices) input.append(element('option', one));
  } else input.placeholder = rule.length > 30 ? rule.split(',')[0] : rule;
  input.name = 'parameter ' + name;
  input.title = rule;
  input.required = required;
  input.autocomplete = 'off';
  return input;
}

function showParameters() {
  fields.replaceChildren();
  for (const parameter of chosen().parameters) {
    if (parameter.name === 'page') continue;
    const label = element('label', parameter.name + (parameter.required ? ' (required)' : ''));
    label.append(control(parameter));
    fields.append(label);
  }
}

function address(form_) {
  const query = new URLSearchParams(form.dataset.key ? { apiKey: form.dataset.key } : {});
  let path = chosen().path;
  for (const { name } of chosen().parameters) {
    const input = form.elements['parameter ' + name];
    if (!input || input.value === '') continue;
    if (path.includes('{' + name + '}')) path = path.replace('{' + name + '}', encodeURIComponent(input.value));
    else query.set(name, input.value);
  }
  if (page > 1) query.set('page', page);
  if (form_) query.set('format', form_);
  return path + '?' + query;
}

function shown(value) {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fill(cell, column, text) {
  if (/^ticker$/i.test(column) && text !== '') {
    const link = element('a', text);
    link.href = '/ticker/' + encodeURIComponent(text);
    cell.append(link);
  } else if (text.length > 40) {
    const clamp = element('span', text, 'clamp');
    clamp.tabIndex = 0;
    cell.append(clamp);
    cell.className = 'long';
  } else {
    cell.textContent = text;
    cell.className = 'short';
  }
}

function tableOf(records) {
  const wanted = form.elements.all.checked ? undefined : chosen().columns;
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((column) => !wanted || wanted.includes(column))
    .filter((column) => records.some((record) => shown(record[column]) !== ''));
  const table = element('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) head.append(element('th', column));
  const body = table.createTBody();
  for (const record of records) {
    const row = body.insertRow();
    for (const column of columns) fill(row.insertCell(), column, shown(record[column]));
  }
  const scroll = element('div', undefined, 'scroll');
  scroll.tabIndex = 0;
  scroll.append(table);
  return scroll;
}

function pager(pagination) {
  const pages = Math.max(1, Math.ceil(pagination.total / pagination.pageSize));
  const bar = element('div', undefined, 'pager');
  const csv = element('a', 'Download CSV');
  csv.href = address('csv');
  csv.download = '';
  bar.append(element('span', pagination.total + ' records'), csv);
  if (!chosen().pages || pages === 1) return bar;
  const turn = (label, to) => {
    const button = element('button', label);
    button.type = 'button';
    button.disabled = to < 1 || to > pages;
    button.addEventListener('click', () => { page = to; run(); });
    return button;
  };
  bar.append(turn('Previous', page - 1), element('span', 'page ' + page + ' of ' + pages), turn('Next', page + 1));
  return bar;
}

async function run() {
  answer.replaceChildren(element('p', 'Loading\\u2026'));
  try {
    const response = await fetch(address(), { referrerPolicy: 'no-referrer' });
    const body = await response.json();
    const notes = [body.Note, response.headers.get('catalyst-notice')]
      .filter(Boolean)
      .map((text) => element('p', text, 'quiet'));
    if (!response.ok) return answer.replaceChildren(element('p', response.status + ': ' + body.error, 'bad'), ...notes);
    const records = body.result.length > 0 ? tableOf(body.result) : element('p', 'No records match.');
    answer.replaceChildren(pager(body.pagination), records, ...notes);
    answer.scrollIntoView({ block: 'start' });
  } catch {
    answer.replaceChildren(element('p', 'The server did not answer.', 'bad'));
  }
}

choice.addEventListener('change', () => { page = 1; showParameters(); });
form.addEventListener('submit', (event) => { event.preventDefault(); page = 1; run(); });
showParameters();
}
`;
