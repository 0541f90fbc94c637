import type { ConfigOptions } from 'antd/es/message/interface';
import type { NotificationConfig } from 'antd/es/notification/interface';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { loadToasts } from './load-toasts';
import { FeedbackContext, feedbackWith, type Toasts, type WithToasts } from './use-feedback';

export interface ToastPlaces {
  readonly message: ConfigOptions;
  readonly notification: NotificationConfig;
}

interface Props {
  readonly places: ToastPlaces;
  readonly children: ReactNode;
}

type Holder = Awaited<ReturnType<typeof loadToasts>>;

/** Gives a mount its toasts, whose code comes with the first of them. */
export function FeedbackProvider({ places, children }: Props) {
  const [ToastHolder, setToastHolder] = useState<Holder>();
  const isLoading = useRef(false);
  const toasts = useRef<Toasts>(undefined);
  const waiting = useRef<((toasts: Toasts) => void)[]>([]);

  const loadOnce = useCallback(() => {
    if (isLoading.current) return;
    isLoading.current = true;
    loadToasts().then(
      (loaded) => setToastHolder(() => loaded),
      // The next toast tries again, and shows those that wait.
      () => (isLoading.current = false),
    );
  }, []);

  const withToasts = useCallback<WithToasts>(
    (use) => {
      if (toasts.current) return use(toasts.current);
      waiting.current.push(use);
      loadOnce();
    },
    [loadOnce],
  );
  const onReady = useCallback((ready: Toasts) => {
    toasts.current = ready;
    for (const use of waiting.current.splice(0)) use(ready);
  }, []);

  const feedback = useMemo(() => feedbackWith(withToasts), [withToasts]);
  return (
    <FeedbackContext value={feedback}>
      {ToastHolder && <ToastHolder {...places} onReady={onReady} />}
      {children}
    </FeedbackContext>
  );
}
