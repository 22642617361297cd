/**
 * Makes small changes in `src/` and reports the changes that no test detects: `npm run mutate --
 * --help`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtTests } from '../../../vitest.config.ts';
import { diffOf, type Mutant, mutantsOf, mutated } from './mutants.ts';
import { type Modules, relatedTests } from './related.ts';
import { spread } from './sample.ts';
import { type Ran, Workshop } from './workshop.ts';

const help = `Usage: npm run mutate -- [options]

Makes small changes (mutants) in src/, without src/demo/: another operator or constant, a condition
negated, a statement, filter or await removed. Each mutant is tried alone in a copy of the project
below the temporary folder; a mutant that the type checker refuses does not count. The nearest tests
of the project "fast" run until one fails: the mutant is killed. A mutant that passes them all has
survived and is printed as a diff. Nearest are the tests with the fewest imports between them and
the changed file, and the shortest time.

Verdicts are kept: the same command continues a stopped run. A file that changes gets new mutants.

  --count N     how many mutants to try (150)
  --seed N      which mutants: another seed draws others (1)
  --only PATH   only files whose path begins with PATH: --only src/store/
  --nearest N   how many test files run for a mutant (40)
  --retry       try the survivors again, after tests were written
  --help        print this text

The exit code is 1 if the project does not type-check, otherwise 0.
`;

type Verdict = 'killed' | 'survived';

interface Found {
  readonly verdict: Verdict;
  readonly by: string | null;
}

/** Data kept between runs: the result of each mutant, and whether it passes the type checker. */
interface State {
  readonly found: Record<string, Found>;
  readonly typed: Record<string, boolean>;
  /** Duration of each test file in milliseconds. */
  readonly durations: Record<string, number>;
}

/**
 * The shared data of all steps: the project copy, the source of its modules, and the saved state.
 */
interface Bench {
  readonly workshop: Workshop;
  readonly modules: Modules;
  readonly state: State;
}

/** Duration in milliseconds that delays a test file as much as one more import of distance. */
const MS_AN_IMPORT = 2_000;
/** Assumed duration in milliseconds of a test file without a measurement. */
const EXPECTED_MS = 1_000;
/** Whether a test file passes on the unchanged project, by file. */
const sound = new Map<string, boolean>();

const { values: words } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '150' },
    only: { type: 'string', default: 'src/' },
    nearest: { type: 'string', default: '40' },
    retry: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (words.help) say(help.trimEnd());
else process.exitCode = await run();

/** @returns 0, or 1 if the project does not type-check */
async function run(): Promise<number> {
  const workshop = new Workshop(fileURLToPath(new URL('../../..', import.meta.url)));
  const modules = workshop.copy();
  const bench = { workshop, modules, state: readState(workshop.stateFile) };
  const { found } = bench.state;
  const broken = await workshop.mistyped();
  if (broken.size > 0) {
    say(`the project does not type-check: ${[...broken].join(', ')}`);
    return 1;
  }
  const mutants = await choose(bench);
  save(bench);
  const isFast = (file: string) => file.endsWith('.test.ts') && !builtTests.includes(file);
  const related = relatedTests(modules, isFast);
  for (const [index, mutant] of mutants.entries()) {
    const key = keyOf(modules, mutant);
    const known = found[key];
    if (known && !(words.retry && known.verdict === 'survived')) continue;
    const { verdict, by } = await judge(bench, mutant, related(mutant.file));
    found[key] = { verdict, by };
    save(bench);
    say(`${index + 1}/${mutants.length} ${verdict} ${by ?? ''}`);
    say(verdict === 'survived' ? diffOf(textOf(modules, mutant.file), mutant) : whereOf(mutant));
  }
  report(mutants, bench);
  return 0;
}

function textOf(modules: Modules, file: string): string {
  return modules.get(file) ?? '';
}

function whereOf({ file, kind }: Mutant): string {
  return `  ${file} (${kind})`;
}

/** Returns the key of a mutant. A changed file has new keys. */
function keyOf(modules: Modules, mutant: Mutant): string {
  const text = createHash('sha256').update(textOf(modules, mutant.file)).digest('hex').slice(0, 12);
  return [mutant.file, text, mutant.start, mutant.end, mutant.kind, mutant.replacement].join(' ');
}

function readState(path: string): State {
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return { found: {}, typed: {}, durations: {}, ...kept };
}

function save({ workshop, state }: Bench): void {
  writeFileSync(workshop.stateFile, JSON.stringify(state));
}

/** Returns the first `--count` mutants in the order of the seed that pass the type checker. */
async function choose(bench: Bench): Promise<Mutant[]> {
  const { modules, state } = bench;
  const isChosen = (file: string) =>
    file.startsWith('src/') && !file.startsWith('src/demo/') && file.startsWith(words.only);
  const files = [...modules].filter(([file]) => isChosen(file));
  const order = spread(
    files.map(([file, text]) => mutantsOf(file, text)).filter((mutants) => mutants.length > 0),
    Number(words.seed),
  );
  say(`${order.length} mutants of ${files.length} files`);
  const count = Number(words.count);
  const chosen: Mutant[] = [];
  let next = 0;
  while (chosen.length < count && next < order.length) {
    const batch = order.slice(next, next + Math.ceil((count - chosen.length) * 1.3));
    next += batch.length;
    await checkTypes(bench, batch);
    chosen.push(...batch.filter((mutant) => state.typed[keyOf(modules, mutant)]));
  }
  return chosen.slice(0, count);
}

/** Records which mutants pass the type checker. Each round checks one mutant per file together. */
async function checkTypes(bench: Bench, batch: readonly Mutant[]): Promise<void> {
  const { modules, state } = bench;
  const open = batch.filter((mutant) => state.typed[keyOf(modules, mutant)] === undefined);
  const rounds: Map<string, Mutant>[] = [];
  for (const mutant of open) {
    const round = rounds.find((mutants) => !mutants.has(mutant.file));
    if (round) round.set(mutant.file, mutant);
    else rounds.push(new Map([[mutant.file, mutant]]));
  }
  for (const round of rounds) {
    for (const mutant of await refused(bench, [...round.values()])) {
      state.typed[keyOf(modules, mutant)] = false;
    }
    for (const mutant of round.values()) state.typed[keyOf(modules, mutant)] ??= true;
  }
}

/** Returns the mutants that fail the type checker, given mutants of different files. */
async function refused(bench: Bench, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const { workshop, modules } = bench;
  if (mutants.length === 0) return [];
  for (const mutant of mutants)
    workshop.write(mutant.file, mutated(textOf(modules, mutant.file), mutant));
  const broken = await workshop.mistyped();
  for (const mutant of mutants) workshop.write(mutant.file, textOf(modules, mutant.file));
  if (broken.size === 0) return [];
  if (mutants.length === 1) return mutants;
  const own = mutants.filter((mutant) => broken.has(mutant.file));
  const others = mutants.filter((mutant) => !broken.has(mutant.file));
  if (broken.size === own.length) return own;
  // If an error is outside the changed files, bisection finds the mutant that causes it.
  const half = Math.ceil(others.length / 2);
  return [
    ...own,
    ...(await refused(bench, others.slice(0, half))),
    ...(await refused(bench, others.slice(half))),
  ];
}

/** Runs the tests of a mutant. A test that also fails without the mutant does not count. */
async function judge(
  bench: Bench,
  mutant: Mutant,
  near: ReadonlyMap<string, number>,
): Promise<Found> {
  const tests = inOrder(bench, mutant, near).slice(0, Number(words.nearest));
  const text = textOf(bench.modules, mutant.file);
  for (;;) {
    const open = tests.filter((test) => sound.get(test) !== false);
    bench.workshop.write(mutant.file, mutated(text, mutant));
    const { failure } = await tryTests(bench, open);
    bench.workshop.write(mutant.file, text);
    if (failure === null) return { verdict: 'survived', by: null };
    const killer = open.find((test) => failure.startsWith(test));
    if (killer === undefined || (await isSound(bench, killer))) {
      return { verdict: 'killed', by: failure };
    }
    say(`left out, as it fails without a mutant too: ${killer}`);
  }
}

async function isSound(bench: Bench, test: string): Promise<boolean> {
  const known = sound.get(test) ?? (await tryTests(bench, [test])).failure === null;
  sound.set(test, known);
  return known;
}

/**
 * Sorts tests by distance and duration. Tests that killed another mutant of the file come first.
 */
function inOrder({ state }: Bench, mutant: Mutant, near: ReadonlyMap<string, number>): string[] {
  const killers = new Set(
    Object.entries(state.found)
      .filter(([key]) => key.startsWith(`${mutant.file} `))
      .map(([, { by }]) => by?.split(':')[0]),
  );
  const duration = (test: string) => state.durations[test] ?? EXPECTED_MS;
  const cost = (test: string) =>
    (killers.has(test) ? -100 : 0) + (near.get(test) ?? 0) + duration(test) / MS_AN_IMPORT;
  return [...near.keys()].sort((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1));
}

async function tryTests({ workshop, state }: Bench, tests: readonly string[]): Promise<Ran> {
  if (tests.length === 0) return { failure: null };
  return workshop.test(tests, (file, ms) => {
    state.durations[file] = ms;
  });
}

function report(mutants: readonly Mutant[], { modules, state }: Bench): void {
  const verdictOf = (mutant: Mutant) => state.found[keyOf(modules, mutant)]?.verdict;
  const survivors = mutants.filter((mutant) => verdictOf(mutant) === 'survived');
  if (survivors.length > 0) say('\nsurvivors:');
  for (const mutant of survivors) say(`\n${diffOf(textOf(modules, mutant.file), mutant)}`);
  const killed = mutants.length - survivors.length;
  const rate = mutants.length === 0 ? '' : `, ${((100 * killed) / mutants.length).toFixed(1)} %`;
  say(`\nseed ${words.seed}: ${killed} of ${mutants.length} killed${rate}`);
}
