import { z } from 'zod';
import { readReply } from './read-reply';

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

export type ChatReply =
  | { readonly is: 'answered'; readonly text: string }
  | { readonly is: 'failed'; readonly why: 'unreachable' | 'slow' | 'status' | 'large' | 'unreadable' };

export type ChatModel = (messages: readonly ChatMessage[]) => Promise<ChatReply>;

interface ChatModelParts {
  /**
   * Base URL of the API, like `https://models.example/v1`. The operator sets it, so any address is allowed.
   */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  /** Time limit for the entire reply, ms. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const REPLY_MAX_BYTES = 256 * 1024;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

function answerIn(text: string): ChatReply {
  try {
    const read = Completion.safeParse(JSON.parse(text));
    const content = read.data?.choices[0]?.message.content;
    return content === undefined ? { is: 'failed', why: 'unreadable' } : { is: 'answered', text: content };
  } catch {
    return { is: 'failed', why: 'unreadable' };
  }
}

/** A model behind an OpenAI-compatible chat API. Never rejects; its reply is untrusted text. */
export function chatModel({ url, key, model, patienceMs = PATIENCE_MS }: ChatModelParts): ChatModel {
  const address = `${url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  return async (messages) => {
    const signal = AbortSignal.timeout(patienceMs);
    const body = JSON.stringify({ model, messages, temperature: 0, stream: false });
    try {
      // Redirects would send the key to another address.
      const reply = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal });
      if (reply.status !== 200) {
        await reply.body?.cancel();
        return { is: 'failed', why: 'status' };
      }
      const text = await readReply(reply, REPLY_MAX_BYTES);
      return text === undefined ? { is: 'failed', why: 'large' } : answerIn(text);
    } catch {
      return { is: 'failed', why: signal.aborted ? 'slow' : 'unreachable' };
    }
  };
}
