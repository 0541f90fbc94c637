import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { ToastQueue } from './toast-queue';
import { FeedbackContext, feedbackWith, type ToastOptions } from './use-feedback';

interface Props {
  readonly options: ToastOptions;
  readonly children: ReactNode;
}

/** Gives a mount its toasts, whose code comes with the first of them. */
export function FeedbackProvider({ options, children }: Props) {
  const [queue] = useState(() => new ToastQueue());
  const ToastHolder = useSyncExternalStore(queue.subscribe, queue.holder);
  const feedback = useMemo(() => feedbackWith(queue.withToasts), [queue]);
  return (
    <FeedbackContext value={feedback}>
      {ToastHolder && <ToastHolder {...options} onReady={queue.onReady} />}
      {children}
    </FeedbackContext>
  );
}
