/** Whether a contact is an email address or an https URL. */
export function isContact(contact: string): boolean {
  return /[a-z0-9]\.[a-z]{2,}$/i.test(hostOf(contact) ?? '');
}

/** Whether the domain of a contact is reserved for examples or local networks. */
export function isPlaceholder(contact: string): boolean {
  const host = hostOf(contact) ?? '';
  return /(?:^|\.)(?:example\.[a-z]+|example|test|invalid|local)$/i.test(host);
}

function hostOf(contact: string): string | undefined {
  return (
    /^[\w.+-]{1,64}@([a-z0-9.-]{1,190})$/i.exec(contact)?.[1] ??
    /^https:\/\/([a-z0-9.-]{1,190})(?:\/[!-~]*)?$/i.exec(contact)?.[1]
  );
}
