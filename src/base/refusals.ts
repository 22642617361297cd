import { ServiceError } from './errors.ts';

/** An error and its hint as sentences. */
export function inSentences({ message, hint }: ServiceError): string {
  if (!hint) return message;
  return /[.?!]$/.test(message) ? `${message} ${hint}` : `${message}. ${hint}`;
}

/** Collects the refusals of several arguments, so that one error states all of them. */
export function collectRefusals() {
  const refused: ServiceError[] = [];
  return {
    /** Returns the value of a check, or undefined if the check throws a ServiceError. */
    take<Value>(check: () => Value): Value | undefined {
      try {
        return check();
      } catch (cause) {
        if (!(cause instanceof ServiceError)) throw cause;
        refused.push(cause);
        return undefined;
      }
    },
    /** @throws ServiceError if a check has thrown one */
    end(): void {
      const [first, ...others] = refused;
      if (!first) return;
      const texts = new Set(refused.map(inSentences));
      if (others.length === 0 || texts.size === 1) throw first;
      const sentences = [...texts].map((one) => (/[.?!]$/.test(one) ? one : `${one}.`));
      throw new ServiceError(first.status, sentences.join(' '));
    },
  };
}
