import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { Modal } from '../core';
import { Drawer } from '../more';
import { renderUi } from '../testing/render-ui';

/** Closes the first layer, as the answer to its request does. */
let close: () => void;

function Page({ layer: Layer }: { readonly layer: typeof Modal | typeof Drawer }) {
  const [open, setOpen] = useState<'none' | 'one' | 'both' | 'other'>('none');
  const [more, field] = [useRef<HTMLButtonElement>(null), useRef<HTMLInputElement>(null)];
  useEffect(() => {
    close = () => setOpen((now) => (now === 'both' ? 'other' : 'none'));
  }, []);
  return (
    <>
      <button onClick={() => setOpen('one')}>open</button>
      <Layer
        open={open === 'one' || open === 'both'}
        title="first"
        footer={null}
        destroyOnHidden
        first={more}
      >
        <button ref={more} onClick={() => setOpen('both')}>
          more
        </button>
      </Layer>
      <Modal
        open={open === 'both' || open === 'other'}
        title="second"
        footer={null}
        destroyOnHidden
        first={field}
      >
        <input ref={field} aria-label="Password" />
      </Modal>
    </>
  );
}

describe.each([
  ['dialog', Modal],
  ['drawer', Drawer],
] as const)('a %s that has closed', (_, layer) => {
  const has = (found: () => Element) => waitFor(() => expect(document.activeElement).toBe(found()));
  const closed = () => waitFor(() => expect(screen.queryByText('first')).toBeNull());

  it('returns the focus to the element that had it', async () => {
    const { user } = renderUi(<Page layer={layer} />);
    await user.click(screen.getByText('open'));
    await has(() => screen.getByText('more'));
    act(close);
    await closed();
    await has(() => screen.getByText('open'));
  });

  it('leaves the focus in the field of a dialog that has opened meanwhile', async () => {
    const { user } = renderUi(<Page layer={layer} />);
    await user.click(screen.getByText('open'));
    await has(() => screen.getByText('more'));
    await user.keyboard('{Enter}');
    await has(() => screen.getByLabelText('Password'));
    await user.keyboard('sec');
    act(close);
    await closed();
    await user.keyboard('ret');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret');
  });
});
