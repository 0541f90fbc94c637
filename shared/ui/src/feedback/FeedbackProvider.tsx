import { lazy, Suspense, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { loadToasts } from './load-toasts';
import { ToastQueue } from './toast-queue';
import { FeedbackContext, feedbackWith, type ToastOptions } from './use-feedback';

interface Props {
  readonly options: ToastOptions;
  readonly children: ReactNode;
}

const ToastHolder = lazy(async () => ({ default: await loadToasts() }));

/** Gives a mount its toasts, whose code comes with the first of them. */
export function FeedbackProvider({ options, children }: Props) {
  const [queue] = useState(() => new ToastQueue());
  // Rendered only once the code is there, so that a lost connection breaks no page.
  const isLoaded = useSyncExternalStore(queue.subscribe, queue.isLoaded);
  const feedback = useMemo(() => feedbackWith(queue.withToasts), [queue]);
  return (
    <FeedbackContext value={feedback}>
      {isLoaded && (
        <Suspense>
          <ToastHolder {...options} onReady={queue.onReady} />
        </Suspense>
      )}
      {children}
    </FeedbackContext>
  );
}
