import { act, screen, waitFor } from '@testing-library/react';
import { useRef, useState, type ReactNode } from 'react';
import { Modal } from '../core';
import { ADDS, useFocusKept } from '../focus';
import { renderUi } from '../testing/render-ui';

function Page({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box}>
      <h1 tabIndex={-1}>Page</h1>
      {children}
    </section>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const has = (found: () => Element) => waitFor(() => expect(document.activeElement).toBe(found()));
const focusOn = (name: string) => has(() => button(name));

function Rows({ names }: { readonly names: readonly string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <div>
      <button {...ADDS}>Add</button>
      <button>Refresh</button>
      {left.length > 0 && (
        <ul>
          {left.map((name) => (
            <li key={name}>
              <button>Edit {name}</button>
              <button onClick={() => setLeft(left.filter((one) => one !== name))}>Remove {name}</button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

it('moves the focus from a removed row to the same control of the next row, then of the previous row, then to the add button', async () => {
  const { user } = renderUi(
    <Page>
      <Rows names={['a', 'b', 'c']} />
    </Page>,
  );
  button('Remove b').focus();
  await user.keyboard('{Enter}');
  await focusOn('Remove c');
  await user.keyboard('{Enter}');
  await focusOn('Remove a');
  await user.keyboard('{Enter}');
  await focusOn('Add');
});

function Bar() {
  const [isShown, setShown] = useState(true);
  return isShown && <button onClick={() => setShown(false)}>Save</button>;
}

it('moves the focus from a removed bar to the last used control, otherwise to the heading', async () => {
  const { user, unmount } = renderUi(
    <Page>
      <input aria-label="Name" />
      <button>Passed by</button>
      <Bar />
    </Page>,
  );
  await user.type(screen.getByRole('textbox'), 'x');
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  await has(() => screen.getByRole('textbox'));
  unmount();

  renderUi(
    <Page>
      <Bar />
    </Page>,
  );
  button('Save').focus();
  await user.keyboard('{Enter}');
  await has(() => screen.getByRole('heading'));
});

function Asked() {
  const [rows, setRows] = useState(['a', 'b']);
  const [question, setQuestion] = useState<string>();
  return (
    <>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button onClick={() => setQuestion(name)}>Ask {name}</button>
          </li>
        ))}
      </ul>
      <Modal
        open={question !== undefined}
        destroyOnHidden
        title="Question"
        footer={null}
        closable={{ 'aria-label': 'Close' }}
        onCancel={() => setQuestion(undefined)}
      >
        <button onClick={() => setRows(rows.filter((name) => name !== question))}>Take away</button>
      </Modal>
    </>
  );
}

it('waits until the layer above closes, then moves the focus beside its removed opener', async () => {
  const { user } = renderUi(
    <Page>
      <Asked />
    </Page>,
  );
  button('Ask a').focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByText('Take away'));
  await waitFor(() => expect(screen.queryByText('Ask a')).toBeNull());
  await user.keyboard('{Escape}');
  await focusOn('Ask b');
});

function Below() {
  const [rows, setRows] = useState(['a', 'b']);
  const [isOpen, setOpen] = useState([false, false]);
  const close = { footer: null, destroyOnHidden: true, closable: { 'aria-label': 'Close' } };
  return (
    <>
      <button onClick={() => setOpen([true, false])}>Open</button>
      <Modal {...close} title="List" open={isOpen[0] === true} onCancel={() => setOpen([false, false])}>
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <button onClick={() => setOpen([true, true])}>Ask {name}</button>
            </li>
          ))}
        </ul>
      </Modal>
      <Modal {...close} title="Question" open={isOpen[1] === true} onCancel={() => setOpen([true, false])}>
        <button onClick={() => setRows(['b'])}>Take away</button>
        <button onClick={() => setOpen([true, false])}>Back</button>
      </Modal>
    </>
  );
}

it('keeps the focus in the dialog that stays open below a closed confirmation', async () => {
  const { user } = renderUi(
    <Page>
      <Below />
    </Page>,
  );
  button('Open').focus();
  await user.keyboard('{Enter}');
  const row = await screen.findByText('Ask a');
  // The dialog takes the focus once it is open; a user can't act before that.
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
  row.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByText('Take away'));
  await waitFor(() => expect(screen.queryByText('Ask a')).toBeNull());
  await user.click(screen.getByText('Back'));
  await has(() => screen.getByText('Ask b'));
});

function Once() {
  const [isDone, setDone] = useState(false);
  return (
    <p>
      <button>Before</button>
      <button disabled={isDone} onClick={() => setDone(true)}>
        Once
      </button>
      <button>After</button>
    </p>
  );
}

it('moves the focus from a disabled control to the next one', async () => {
  const { user } = renderUi(
    <Page>
      <Once />
    </Page>,
  );
  button('Once').focus();
  await user.keyboard('{Enter}');
  await focusOn('After');
});

it('keeps the focus on the element that the user chose', async () => {
  const { user } = renderUi(
    <Page>
      <Rows names={['a', 'b']} />
      <p>Words</p>
    </Page>,
  );
  await user.click(button('Edit a'));
  await user.click(screen.getByText('Words'));
  expect(document.activeElement).toBe(document.body);
  jest.useFakeTimers();
  await act(async () => Promise.resolve(button('Remove a').click()));
  expect(screen.queryByText('Edit a')).toBeNull();
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();
  expect(document.activeElement).toBe(document.body);
});
