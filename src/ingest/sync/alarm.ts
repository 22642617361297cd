/** A wait that can be ended early. */
export interface Alarm {
  /** Resolves after the given milliseconds, or earlier if `wake` is called. */
  wait(milliseconds: number): Promise<void>;
  wake(): void;
}

export function createAlarm(): Alarm {
  let ring: () => void = () => {};
  return {
    wake: () => ring(),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => ring(), milliseconds);
        ring = () => {
          clearTimeout(timer);
          ring = () => {};
          resolve();
        };
      }),
  };
}
