/// <reference lib="dom" />
/**
 * The script of the chart page (MCP Apps, revision 2026-01-26). The script draws the result of the
 * tool `chart` that the host passes. The page runs in a frame and sends no network requests.
 */

import { type ChartData, chartDataOf } from './chart-data.ts';
import { draw } from './draw.ts';

const protocolVersion = '2026-01-26';
const INITIALIZE = 1;

const place = document.getElementById('chart') as HTMLElement;
let shown: ChartData | undefined;

function say(message: object): void {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function show(): void {
  if (!shown) return;
  place.replaceChildren(...draw(shown, document.documentElement.clientWidth || 640));
  // The height of the content is measured. The height of the document would not work, because it is
  // never smaller than the frame.
  const { scrollWidth: width } = document.documentElement;
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  say({ method: 'ui/notifications/size-changed', params: { width, height } });
}

function paint(context: unknown): void {
  const theme = (context as { theme?: unknown } | undefined)?.theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
}

window.addEventListener('message', ({ source, data }: MessageEvent) => {
  // Messages are accepted only from the host that shows this frame.
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.id === INITIALIZE && data.method === undefined) {
    paint(data.result?.hostContext);
    say({ method: 'ui/notifications/initialized', params: {} });
  } else if (data.method === 'ui/notifications/tool-result') {
    shown = chartDataOf(data.params);
    show();
  } else if (data.method === 'ui/notifications/host-context-changed') {
    paint(data.params);
  } else if (data.id !== undefined && data.method !== undefined) {
    // `ping` and `ui/resource-teardown` need only an acknowledgment.
    say({ id: data.id, result: {} });
  }
});
window.addEventListener('resize', show);
say({
  id: INITIALIZE,
  method: 'ui/initialize',
  params: {
    protocolVersion,
    appInfo: { name: 'catalyst-chart', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  },
});
