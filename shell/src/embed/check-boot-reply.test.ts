import { listFolder } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { bootRemote, config, hostInfo } from '../testing/samples';
import { checkBootReply } from './check-boot-reply';

const tokenOf = (text: string) => `${text}-token-of-the-test`;

/** An element of the page that shows the files; its boot document came with the token `boot`. */
function openFiles(boot: string, renewed: string) {
  const properties = {};
  const options = { name: 'files', getToken: () => tokenOf(renewed), properties };
  const remote = bootRemote({ name: 'files' });
  const reply = {
    is: 'boot',
    boot: { remote, config, host: hostInfo() },
    token: tokenOf(boot),
  } as const;
  const outcome = checkBootReply(reply, options, 'en-US');
  if (outcome.is !== 'settled') throw new Error(outcome.why.is);
  return outcome;
}
const shown = () => kernel().access.show(listFolder);
const bearer = (text: string) => ({ Authorization: `Bearer ${tokenOf(text)}` });

describe('the token that came with a boot document', () => {
  it('serves the first calls of a remote, but no renewal, if the page shows the remote twice', async () => {
    const first = openFiles('first', 'renewed');
    expect(await shown()).toEqual(bearer('first'));
    const second = openFiles('second', 'renewed-again');
    first.leave();
    // A new password ended all tokens so far.
    expect(await kernel().access.renew(listFolder, bearer('first'))).toBe(true);
    expect(await shown()).toEqual(bearer('renewed-again'));
    second.leave();
    openFiles('third', 'never');
    expect(await shown()).toEqual(bearer('third'));
  });
});
