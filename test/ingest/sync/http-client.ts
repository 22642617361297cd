import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createHttp, type HttpRequest } from '../../../src/ingest/sync/fetch.ts';
import { listen, refuseNetwork } from '../../support/network.ts';

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
  const server = createServer((asked, response) => {
    heard.push({ url: asked.url ?? '', headers: asked.headers });
    answer(response, asked.url ?? '');
  });
  const mirror = `http://127.0.0.1:${await listen(server)}/m/`;
  const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  const http = createHttp({ environment, mirror, timings });
  onTestFinished(() => http.close());
  return { ...http, heard, server };
}
