import { fireEvent, screen } from '@testing-library/react';
import { Modal } from '../core';
import { renderUi } from '../testing/render-ui';

/** The browser announces an undo at the field that it is about to change. @returns whether it may go on */
const undoes = (field: Element, inputType = 'historyUndo'): boolean =>
  fireEvent(
    field,
    new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true, composed: true }),
  );

it('changes the text of the dialog with the focus, and none behind it', async () => {
  const { rerender } = renderUi(<textarea aria-label="behind" />);
  rerender(
    <>
      <textarea aria-label="behind" />
      <Modal open title="Question" footer={<button>Stay</button>}>
        <input aria-label="inside" />
      </Modal>
    </>,
  );
  const [behind, inside] = [screen.getByLabelText('behind'), await screen.findByLabelText('inside')];
  for (const control of [screen.getByRole('button', { name: 'Stay' }), inside]) {
    control.focus();
    const seen = jest.fn();
    behind.addEventListener('beforeinput', seen, { once: true });
    expect([undoes(behind), undoes(behind, 'historyRedo'), seen.mock.calls.length]).toEqual([
      false,
      false,
      0,
    ]);
    expect([undoes(inside), undoes(inside, 'insertText')]).toEqual([true, true]);
  }
  rerender(<textarea aria-label="behind" />);
  behind.focus();
  expect(undoes(behind)).toBe(true);
});
