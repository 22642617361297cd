import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttp, type HttpRequest } from '../../../src/ingest/sync/fetch.ts';
import { refuseNetwork } from '../../support/network.ts';

export type Answer = (response: ServerResponse, url: string) => void;

export const request: HttpRequest = {
  address: 'https://data.sec.gov/submissions/CIK0000000001.json?a=b%20c',
  accept: 'application/json',
  maxBytes: 1_000,
  userAgent: 'test',
};

/** A client whose requests all go to `answer`, with short waits. */
export async function clientOf(answer: Answer, timings = {}, proxy = '') {
  refuseNetwork();
  const heard: { url: string; headers: Record<string, unknown> }[] = [];
  const server: Server = createServer((asked, response) => {
    heard.push({ url: asked.url ?? '', headers: asked.headers });
    answer(response, asked.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m/`;
  const http = createHttp({
    environment: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
    mirror,
    timings,
  });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...http, heard, server };
}
