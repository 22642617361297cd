import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { fileIn, temporaryFolder } from '../../support/files.ts';
import { listen } from '../../support/network.ts';

/** Serves a folder of kept bodies by the lines of docs/records.md. @returns the address of the mirror */
export async function startKeptMirror(folder: string): Promise<string> {
  const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/records.md', 'utf8')) ?? [];
  const program = fileIn(temporaryFolder(), 'kept.mjs', lines);
  const reserved = createServer();
  const port = await listen(reserved);
  reserved.close();
  const child = spawn(process.execPath, [program, folder, String(port)], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  const mirror = `http://127.0.0.1:${port}`;
  while (!(await fetch(mirror).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    await sleep(20);
  }
  return mirror;
}
