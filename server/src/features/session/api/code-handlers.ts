import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Channels } from '#system/messages/channels';
import { Refusal } from '#faults/refusal';
import { newCode, type CodeStore } from './code-store';
import { codeMessage, SENT } from './code-message';
import { addressFor, maskAddress } from './contact';

export interface CodeParts {
  readonly codes: CodeStore;
  readonly channels: Channels;
}

type CodeCalls = Pick<typeof consoleCalls, 'sendCaptcha'>;

export const codeHandlers = ({ codes, channels }: CodeParts): Handlers<CodeCalls> => ({
  /**
   * Sends a one-time code. Refuses with `no-channel`, `code-too-soon`, or with `channel-failed`, after which the next code
   * needs no wait.
   */
  sendCaptcha: async ({ params, body }, { scope, session, locale, note }) => {
    const { x } = params;
    const { hostCode, host } = scope;
    const channel = channels[x];
    const address = addressFor(x, host.contact);
    if (!channel || address === undefined) throw new Refusal('no-channel');
    note(maskAddress(x, address), { ...body });
    await codes.takeTurn(hostCode);
    const code = newCode();
    const message = codeMessage(x, { code, hostName: host.host_name, act: body.act }, locale);
    try {
      await channel.send(address, message);
    } catch (error) {
      await codes.giveTurnBack(hostCode);
      throw error;
    }
    await codes.put({ sessionId: session.id, hostCode }, { code, act: body.act });
    return SENT[locale];
  },
});
