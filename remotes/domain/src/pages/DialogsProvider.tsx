import { useDialog } from '@sitedeck/ui/core';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { DialogsContext, type DomainDialogs } from '../frame/domain-dialogs';

const DomainDrawer = lazy(() =>
  import('../detail/DomainDrawer').then((file) => ({ default: file.DomainDrawer })),
);
const ApplyDialog = lazy(() =>
  import('../apply/ApplyDialog').then((file) => ({ default: file.ApplyDialog })),
);
const UploadDialog = lazy(() =>
  import('../certificates/UploadDialog').then((file) => ({ default: file.UploadDialog })),
);
const BindDialog = lazy(() => import('../bind/BindDialog').then((file) => ({ default: file.BindDialog })));
const ImportDialog = lazy(() =>
  import('../bind/ImportDialog').then((file) => ({ default: file.ImportDialog })),
);
const RemarkDialog = lazy(() =>
  import('../list/RemarkDialog').then((file) => ({ default: file.RemarkDialog })),
);

type Show = ReturnType<typeof useDialog>;

/** Each dialog loads its code when it is first opened. It renders outside the page, so the context is provided again. */
function makeDialogs(show: Show): DomainDialogs {
  const open = (draw: (gone: () => void) => ReactNode) =>
    show((gone) => (
      <DialogsContext value={dialogs}>
        <Suspense>{draw(gone)}</Suspense>
      </DialogsContext>
    ));
  const dialogs: DomainDialogs = {
    manage: ({ name }) => open((gone) => <DomainDrawer name={name} onGone={gone} />),
    apply: (choices, chosen) =>
      open((gone) => <ApplyDialog choices={choices} chosen={chosen.map(({ name }) => name)} onGone={gone} />),
    upload: () => open((gone) => <UploadDialog onGone={gone} />),
    bind: () => open((gone) => <BindDialog onGone={gone} />),
    importList: () => open((gone) => <ImportDialog onGone={gone} />),
    remark: (domain) => open((gone) => <RemarkDialog domain={domain} onGone={gone} />),
  };
  return dialogs;
}

export function DialogsProvider({ children }: { readonly children: ReactNode }) {
  const show = useDialog();
  const dialogs = useMemo(() => makeDialogs(show), [show]);
  return <DialogsContext value={dialogs}>{children}</DialogsContext>;
}
