/**
 * Reads the body of a response from another server as UTF-8 text.
 * @param most maximum number of characters
 * @throws Error if the body is longer
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
