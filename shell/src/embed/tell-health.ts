import { tellRemoteEvents, type BootRemote, type RemoteEvent } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { stageOf, type EmbedFailure } from './embed-failure';

const tell = (event: RemoteEvent): void => {
  // Nobody waits for it.
  call(tellRemoteEvents, { body: { events: [event] } }, { quiet: true }).catch(() => undefined);
};

export const tellLoaded = ({ name, version }: BootRemote, ms: number): void =>
  tell({ is: 'loaded', name, version, ms });

/** @param error its first line goes along */
export function tellStage({ name, version }: BootRemote, why: EmbedFailure, error: unknown): void {
  const stage = stageOf(why);
  if (stage === undefined) return;
  const [line = ''] = String(error).split('\n');
  tell({ is: 'failed', name, version, stage, message: line.slice(0, 500) });
}
