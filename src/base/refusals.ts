import { ServiceError } from './errors.ts';

/** Returns the message of an error and its hint as sentences. */
export function inSentences({ message, hint }: ServiceError): string {
  if (!hint) return message;
  return /[.?!]$/.test(message) ? `${message} ${hint}` : `${message}. ${hint}`;
}

/** Collects the errors of several arguments, so that one message can state all of them. */
export function collectRefusals() {
  const refused: ServiceError[] = [];
  return {
    /**
     * Runs a check and returns its value. If the check throws a ServiceError, keeps the error and
     * returns undefined.
     */
    take<Value>(check: () => Value): Value | undefined {
      try {
        return check();
      } catch (cause) {
        if (!(cause instanceof ServiceError)) throw cause;
        refused.push(cause);
        return undefined;
      }
    },
    /** @throws ServiceError if any check has thrown a ServiceError */
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
