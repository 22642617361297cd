/** The worker thread that extracts mentions: it receives a text and returns its mentions. */
import { parentPort } from 'node:worker_threads';
import { extractMentions } from '../extract/extract.ts';
import type { SourceText } from '../extract/mention.ts';

parentPort!.on('message', (source: SourceText) => {
  parentPort!.postMessage(extractMentions(source));
});
parentPort!.postMessage('ready');
