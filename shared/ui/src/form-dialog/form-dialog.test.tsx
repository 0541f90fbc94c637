import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/render-ui';
import { FormDialog, type FormOutcome } from './FormDialog';

function openForm(submit: () => Promise<FormOutcome>) {
  const onGone = jest.fn();
  const shown = { title: 'Change name', confirm: 'Change', failed: 'Not changed', className: '' };
  const page = renderUi(
    <FormDialog {...shown} submit={submit} onGone={onGone}>
      <input aria-label="Name" />
    </FormDialog>,
    'en-US',
  );
  const form = () => screen.getByLabelText<HTMLInputElement>('Name').form ?? document.body;
  return { ...page, onGone, form };
}

it('sends once, however often Enter is pressed', async () => {
  const answers: ((outcome: FormOutcome) => void)[] = [];
  const { form, onGone } = openForm(() => new Promise((resolve) => answers.push(resolve)));
  fireEvent.submit(form());
  fireEvent.submit(form());
  expect(answers).toHaveLength(1);
  await act(() => Promise.resolve(answers[0]?.({ is: 'done' })));
  await waitFor(() => expect(onGone).toHaveBeenCalled());
});

it('shows an unexpected error, and can be closed after it', async () => {
  const { form, onGone, user } = openForm(() => Promise.reject(new Error('a bug')));
  fireEvent.submit(form());
  await screen.findByText('Not changed');
  await user.click(screen.getByText('Cancel'));
  await waitFor(() => expect(onGone).toHaveBeenCalled());
});

it('focuses the first wrong field when it stays open', async () => {
  function Form() {
    const [isWrong, setWrong] = useState(false);
    const submit = () => {
      setWrong(true);
      return Promise.resolve({ is: 'stay' } as const);
    };
    return (
      <FormDialog
        title="Add"
        confirm="Add"
        failed="Not added"
        className=""
        submit={submit}
        onGone={jest.fn()}
      >
        <input aria-label="Name" />
        <input aria-label="Type" aria-invalid={isWrong} />
        <input aria-label="Note" aria-invalid={isWrong} />
      </FormDialog>
    );
  }
  const { user } = renderUi(<Form />, 'en-US');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Type')));
});
