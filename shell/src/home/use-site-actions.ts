import type { ServiceStatus } from '@sitedeck/contract';
import { kernel, updateHost } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { useCloseSiteMutation, useOpenSiteMutation, useRestartSiteMutation } from './home.api';
import { homeTexts } from './home-texts';

export type SiteAction = 'restart' | 'open' | 'close';

const DONE = { restart: 'site.restarted', open: 'site.opened', close: 'site.closed' } as const;

/** Updates the host in the store, which header, menu and pages read. */
function showStatus(value: ServiceStatus): void {
  const { host } = kernel().store.getState().host;
  if (!host) return;
  updateHost({ ...host, hostService: { ...host.hostService, serviceStatus: { value } } });
}

/** Acts on the site, one at a time; `running` is the current one. */
export function useSiteActions(): {
  readonly running: SiteAction | undefined;
  readonly run: (act: SiteAction) => Promise<void>;
} {
  const text = useText(homeTexts);
  const { tip } = useConfirm();
  const { message } = useFeedback();
  const [running, setRunning] = useState<SiteAction>();
  const [restart] = useRestartSiteMutation();
  const [open] = useOpenSiteMutation();
  const [close] = useCloseSiteMutation();
  const calls = { restart, open, close };

  async function run(act: SiteAction): Promise<void> {
    if (running) return;
    // Visitors notice these two actions.
    if (act !== 'open' && !(await tip({ body: text(`site.${act}.ask`), confirm: text(`site.${act}`) })))
      return;
    setRunning(act);
    const { data } = await calls[act]({});
    setRunning(undefined);
    // The shell announces a refusal.
    if (!data) return;
    showStatus(data.serviceStatus);
    message.success(text(DONE[act]));
  }

  return { running, run };
}
