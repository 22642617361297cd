import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Milliseconds without output after which a test run counts as hanging. */
const MAX_SILENCE_MS = 300_000;

export interface Ran {
  /** The failed test or another problem; null if all tests passed. */
  readonly failure: string | null;
}

/**
 * A copy of the project for testing mutants, so that the project files are never changed. It has
 * the files that git tracks or would track, and the installed packages.
 */
export class Workshop {
  readonly folder: string;
  readonly #project: string;

  constructor(project: string) {
    this.#project = project;
    const name = createHash('sha256').update(project).digest('hex').slice(0, 12);
    this.folder = join(tmpdir(), `catalyst-mutate-${name}`, 'project');
  }

  /** Path of the results kept between runs. */
  get stateFile(): string {
    return join(dirname(this.folder), 'state.json');
  }

  /**
   * Recreates the copy.
   *
   * @returns the source of its modules by path
   */
  copy(): ReadonlyMap<string, string> {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const files = execFileSync('git', listed, { cwd: this.#project, encoding: 'utf8' }).split('\0');
    const present = files.filter((file) => file && existsSync(join(this.#project, file)));
    for (const file of present) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      cpSync(join(this.#project, file), join(this.folder, file));
    }
    symlinkSync(join(this.#project, 'node_modules'), join(this.folder, 'node_modules'));
    const modules = present.filter((file) => /^(?:src|tools|test|packaging)\/.*\.ts$/.test(file));
    return new Map(modules.map((file) => [file, readFileSync(join(this.folder, file), 'utf8')]));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** @param ended called with each completed file and its duration in milliseconds */
  test(files: readonly string[], ended: (file: string, ms: number) => void): Promise<Ran> {
    return this.#run(
      ['node_modules/.bin/tsx', 'test/programs/mutate/run-tests.ts', ...files],
      (line) => {
        const [, file, ms] = /^ended (\S+) (\d+)$/.exec(line) ?? [];
        if (file) ended(file, Number(ms));
      },
    );
  }

  /** @returns the files with type errors */
  async mistyped(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    await this.#run(['node_modules/.bin/tsc', '--pretty', 'false'], (line) => {
      const file = /^(\S+\.ts)\(\d+,\d+\): error/.exec(line)?.[1];
      if (file) found.add(file);
    });
    return found;
  }

  async #run(words: readonly string[], hear: (line: string) => void = () => {}): Promise<Ran> {
    const [command = '', ...rest] = words;
    const child = spawn(command, rest, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let failure: string | null = null;
    let lastWord = '';
    const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
    const silence = setTimeout(() => {
      failure = 'hangs';
      end();
    }, MAX_SILENCE_MS);
    process.once('exit', end);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        silence.refresh();
        hear(line);
        lastWord = line || lastWord;
        if (line.startsWith('failed ')) failure ??= line.slice('failed '.length);
      });
    }
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    clearTimeout(silence);
    process.removeListener('exit', end);
    return { failure: code === 0 ? null : (failure ?? lastWord) };
  }
}
