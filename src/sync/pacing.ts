import { setTimeout as sleep } from 'node:timers/promises';
import { type HostRule, MAX_CONNECTIONS } from './hosts.ts';

/** Lets requests start in their turn. */
export interface Pacing {
  run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

interface Turn {
  readonly host: string;
  /** Twice the time between two starts of the bucket. */
  readonly slowly: boolean;
  /** 0 goes first of those that wait for the same bucket, 9 last. */
  readonly priority: number;
}

/** Lets in so many at a time: the smallest priority first, of equal ones whoever came first. */
type Gate = <Result>(priority: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * One gate a bucket, and before it one a host. A gate of starts opens again when the time between two
 * starts has passed: it waits, and reads no clock, since one that is set back would hold it shut for
 * as long, as it does Bottleneck's limiters.
 */
export function createPacing(wait: (milliseconds: number) => Promise<unknown> = idle): Pacing {
  const gates = new Map<string, Gate>();

  function gate(name: string, most: number): Gate {
    const known = gates.get(name) ?? createGate(most);
    gates.set(name, known);
    return known;
  }

  /** Starts work, and lets nobody else start for a while. */
  function pastGate(name: string, pace: number, priority: number, start: () => Promise<void>) {
    return gate(name, 1)(priority, async () => {
      await start();
      // The gate opens later, and its work is done: nobody waits for this.
      await wait(pace);
    });
  }

  /** Passes the gate of those that are slower than their bucket, and the bucket's. */
  function pastGates(rule: HostRule, turn: Turn, start: () => Promise<void>): Promise<void> {
    const { host, slowly, priority } = turn;
    const own = rule.hosts[host] ?? 0;
    const pace = slowly ? Math.max(own, 2 * rule.startEvery) : own;
    const inBucket = () =>
      new Promise<void>((resolve, reject) => {
        const begin = async () => resolve(start());
        pastGate(`bucket ${rule.name}`, rule.startEvery, priority, begin).catch(reject);
      });
    if (pace <= rule.startEvery) return inBucket();
    return pastGate(`gate ${slowly ? rule.name : host}`, pace, priority, inBucket);
  }

  return {
    run<Result>(rule: HostRule, turn: Turn, work: () => Promise<Result>) {
      return gate(`connections ${turn.host}`, MAX_CONNECTIONS)(
        turn.priority,
        () =>
          new Promise<Result>((resolve, reject) => {
            pastGates(rule, turn, async () => resolve(work())).catch(reject);
          }),
      );
    },
  };
}

/** A wait that holds no program up which has nothing else to do. */
const idle = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false });

function createGate(most: number): Gate {
  const waiting: { readonly priority: number; readonly begin: () => void }[] = [];
  let inside = 0;

  function letIn(): void {
    if (inside >= most || waiting.length === 0) return;
    const first = Math.min(...waiting.map(({ priority }) => priority));
    const at = waiting.findIndex(({ priority }) => priority === first);
    inside += 1;
    waiting.splice(at, 1)[0]!.begin();
  }

  return (priority, work) =>
    new Promise((resolve, reject) => {
      const begin = () =>
        void work()
          .then(resolve, reject)
          .finally(() => {
            inside -= 1;
            letIn();
          });
      waiting.push({ priority, begin });
      letIn();
    });
}
