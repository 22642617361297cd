/**
 * The text of a response of another's server, UTF-8, which may go on without an end.
 *
 * @param most characters
 * @throws Error where it is longer; the rest is not read
 */
export async function boundedText({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) throw new Error(`is longer than ${most} characters`);
  }
  return text + decoder.decode();
}
