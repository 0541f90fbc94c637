/** The text of a reply; undefined if it is larger than the limit, and then the connection is closed. */
export async function readReply(reply: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // The browser's type of a body has no async iterator; that of Node.js has one.
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
