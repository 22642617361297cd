/** A wait that others can end. */
export interface Alarm {
  /** Resolves when it is woken, or after so many milliseconds. */
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
