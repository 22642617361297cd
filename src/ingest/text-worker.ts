/** The thread that reads texts: a text comes in, what it states goes out. */
import { parentPort } from 'node:worker_threads';
import { extractMentions } from '../extract/extract.ts';
import type { SourceText } from '../extract/mention.ts';

parentPort!.on('message', (source: SourceText) => {
  parentPort!.postMessage(extractMentions(source));
});
parentPort!.postMessage('ready');
