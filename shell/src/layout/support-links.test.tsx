import type { HostInfo } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { render } from '@testing-library/react';
import { config, hostInfo } from '../testing/samples';
import { useSupportLinks } from './support-links';

const links = {
  ticket: 'https://ticket.example/',
  expert: 'https://expert.example/',
  help: 'https://help.example/',
};

beforeAll(() => installKernel({ config: { ...config, links } }));

function keysFor(operatorType: string): readonly string[] {
  // A role that the console does not know, as a newer server may name one.
  setHost({ ...hostInfo(), operatorType: operatorType as HostInfo['operatorType'] }, 'FTP');
  kernel().tasks.stop();
  let keys: readonly string[] = [];
  function Reader() {
    keys = useSupportLinks().map(({ key }) => key);
    return null;
  }
  render(
    <KernelProvider>
      <Reader />
    </KernelProvider>,
  );
  return keys;
}

it.each(['USER', 'ADMINISTRATOR'])('shows the expert-service link to %s', (role) => {
  expect(keysFor(role)).toEqual(['ticket', 'expert', 'help']);
});

it('shows the expert-service link to no other role', () => {
  expect(keysFor('AGENT')).toEqual(['ticket', 'help']);
});
