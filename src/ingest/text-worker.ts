/**
 * The worker thread receives a text and returns its statements, or receives a file and returns its
 * records.
 */
import { parentPort } from 'node:worker_threads';
import { extractMentions } from '../extract/extract.ts';
import type { SourceText } from '../extract/mention.ts';
import { connectors } from '../sources/index.ts';

export type TextTask =
  | { readonly source: SourceText }
  | { readonly connector: string; readonly text: string; readonly fileName: string };

parentPort!.on('message', (task: TextTask) => {
  parentPort!.postMessage(
    'source' in task
      ? extractMentions(task.source)
      : connectors[task.connector]!.parse(task.text, task.fileName),
  );
});
parentPort!.postMessage('ready');
