import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: { source?: unknown; data?: unknown }) => void;

/** A simulated frame: its document, its host, and the messages it sent. */
let said: { readonly message: Record<string, unknown>; readonly origin: unknown }[];
let listeners: Map<string, Listener>;
let document: ReturnType<typeof parseHTML>['document'];
const host = {
  postMessage: (message: Record<string, unknown>, origin: unknown) =>
    said.push({ message, origin }),
};

beforeEach(async () => {
  said = [];
  listeners = new Map();
  ({ document } = parseHTML('<html><body><main id="chart"></main></body></html>'));
  const { documentElement } = document;
  Object.defineProperty(documentElement, 'clientWidth', { value: 500, configurable: true });
  Object.defineProperty(documentElement, 'scrollWidth', { value: 501 });
  // The document is as high as the frame, but its content is lower.
  Object.defineProperty(documentElement, 'scrollHeight', { value: 600 });
  Object.assign(document.body, { getBoundingClientRect: () => ({ height: 301.2 }) });
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', {
    document,
    parent: host,
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  });
  vi.resetModules();
  await import('../../../src/page/view/view.ts');
});
afterEach(() => vi.unstubAllGlobals());

const hear = (data: unknown, source: unknown = host) => listeners.get('message')!({ source, data });
const notify = (method: string, params?: unknown) => hear({ jsonrpc: '2.0', method, params });
const shown = () => document.getElementById('chart')!.textContent;
const width = () => document.querySelector('figure svg:last-of-type')?.getAttribute('width');
const result = {
  structuredContent: {
    kind: 'moves',
    title: 'Moves',
    shown: 1,
    total: 1,
    source: 'public sources',
    records: [{ catdate: '2026-02-01', ticker: 'ABCQZ', catalyst: 'PDUFA', percentageChange: 5 }],
  },
};

describe('the view', () => {
  it('begins by saying what it speaks and can', () => {
    expect(said).toEqual([
      {
        origin: '*',
        message: {
          jsonrpc: '2.0',
          id: 1,
          method: 'ui/initialize',
          params: {
            protocolVersion: '2026-01-26',
            appInfo: { name: 'catalyst-chart', version: '1' },
            appCapabilities: { availableDisplayModes: ['inline'] },
          },
        },
      },
    ]);
  });

  it('says that it is ready once it is answered, in the colours of its host', () => {
    hear({ jsonrpc: '2.0', id: 1, result: { hostContext: { theme: 'dark' } } });
    expect(said.slice(1).map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} },
    ]);
    const { style } = document.documentElement;
    expect(style.colorScheme).toBe('dark');
    notify('ui/notifications/host-context-changed', { theme: 'light' });
    expect(style.colorScheme).toBe('light');
    for (const nothing of [{ theme: 'url(x)' }, {}, undefined]) {
      notify('ui/notifications/host-context-changed', nothing);
    }
    expect(style.colorScheme).toBe('light');
    // A response without a host context is valid.
    hear({ jsonrpc: '2.0', id: 1, result: {} });
    hear({ jsonrpc: '2.0', id: 1 });
    expect(said).toHaveLength(4);
  });

  it('draws a result in the width of its frame, and says how large it has become', () => {
    notify('ui/notifications/tool-result', result);
    expect(shown()).toContain('Moves: 1 of 1');
    expect(width()).toBe('500');
    const size = { method: 'ui/notifications/size-changed', params: { width: 501, height: 302 } };
    expect(said.at(-1)?.message).toEqual({ jsonrpc: '2.0', ...size });
  });

  it('draws anew in another width, and nothing before there is a result', () => {
    listeners.get('resize')!({});
    expect(said).toHaveLength(1);
    notify('ui/notifications/tool-result', result);
    for (const [now, drawn] of [
      [700, '700'],
      // A frame without a layout has a width of 0.
      [0, '640'],
    ] as const) {
      Object.defineProperty(document.documentElement, 'clientWidth', { value: now });
      listeners.get('resize')!({});
      expect(width()).toBe(drawn);
    }
    // The new chart replaces the old one.
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  it('answers what its host asks, and no notification', () => {
    hear({ jsonrpc: '2.0', id: 7, method: 'ping' });
    expect(said.at(-1)?.message).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    hear({ jsonrpc: '2.0', id: 1, method: 'ui/resource-teardown' });
    expect(said.at(-1)?.message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    notify('ui/notifications/tool-input');
    hear({ jsonrpc: '2.0', id: 9, result: {} });
    expect(said).toHaveLength(3);
  });

  it('listens to its host alone, and to its protocol', () => {
    const message = { method: 'ui/notifications/tool-result', params: result };
    hear({ jsonrpc: '2.0', ...message }, { postMessage: () => {} });
    hear({ jsonrpc: '1.0', ...message });
    hear(message);
    hear(undefined);
    hear(null);
    expect(said).toHaveLength(1);
    expect(shown()).toBe('');
  });
});
