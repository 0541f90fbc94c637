import { useCallback, useRef, useState, type ReactNode } from 'react';
import { ConfirmContext, type Question } from './confirm-context';
import { ConfirmDialog } from './ConfirmDialog';

interface OpenQuestion {
  readonly id: number;
  readonly question: Question;
  readonly answer: (confirmed: boolean) => void;
}

/** Shows one question at a time; a second one waits until the first is answered. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenQuestion[]>([]);
  const nextId = useRef(0);

  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        nextId.current += 1;
        const entry = { id: nextId.current, question, answer };
        setQueue((waiting) => [...waiting, entry]);
      }),
    [],
  );

  const current = queue[0];
  return (
    <ConfirmContext value={ask}>
      {children}
      {current && (
        <ConfirmDialog
          key={current.id}
          question={current.question}
          onAnswer={current.answer}
          onGone={() => setQueue((waiting) => waiting.slice(1))}
        />
      )}
    </ConfirmContext>
  );
}
