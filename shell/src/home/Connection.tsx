import CopyOutlined from '@ant-design/icons/CopyOutlined';
import type { VhostInfo } from '@sitedeck/contract';
import { IconButton, SecretField, useCopy, useText } from '@sitedeck/ui/core';
import { Block } from './Block';
import type { BlockState } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import { ChangePassword } from './ChangePassword';
import { FtpSwitches } from './FtpSwitches';
import { homeTexts } from './home-texts';
import { useShowHomePasswordMutation } from './home.api';
import { useAdminTool } from './use-admin-tool';

/** How to reach the site by other means than this console. */
export function Connection({ info }: { readonly info: BlockState<VhostInfo> }) {
  const text = useText(homeTexts);
  return (
    <Block
      title={text('connection')}
      failed={text('connection.failed')}
      state={info}
      end={<ChangePassword />}
      skeleton={<SkeletonLines lines={[90, 60, 40]} height={24} />}
    >
      {({ ftp, database, serverAddresses }) => (
        <dl className="sh-connection">
          <dt>{text('ftp')}</dt>
          <dd>
            <CopyValue
              name={text('ftp.address')}
              copyName={text('ftp.address.copy')}
              value={`${ftp.host}:${ftp.port}`}
            />
            <CopyValue name={text('ftp.user')} copyName={text('ftp.user.copy')} value={ftp.user} />
            <span className="sd-secondary">{text('ftp.password')}</span>
          </dd>
          <dd>
            <FtpSwitches ftp={ftp} />
          </dd>
          <dt>{text('database')}</dt>
          <dd>{database ? <DatabaseAccess {...database} /> : <NoDatabase />}</dd>
          {serverAddresses.length > 0 && (
            <>
              <dt>{text('server')}</dt>
              <dd>
                {serverAddresses.map((address) => (
                  <CopyValue key={address} copyName={text('server.copy', { address })} value={address} />
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
    </Block>
  );
}

function DatabaseAccess({ address, name }: NonNullable<VhostInfo['database']>) {
  const text = useText(homeTexts);
  return (
    <>
      <CopyValue name={text('database.address')} copyName={text('database.address.copy')} value={address} />
      <CopyValue name={text('database.name')} copyName={text('database.name.copy')} value={name} />
      <DatabasePassword />
      <AdminToolLink />
    </>
  );
}

function NoDatabase() {
  const text = useText(homeTexts);
  return <span className="sd-secondary">{text('database.none')}</span>;
}

function DatabasePassword() {
  const text = useText(homeTexts);
  const [show] = useShowHomePasswordMutation();
  // The shell announces a refusal.
  return <SecretField name={text('database.password')} read={async () => (await show({})).data?.password} />;
}

function AdminToolLink() {
  const text = useText(homeTexts);
  const { open, isOpening } = useAdminTool();
  return (
    <button type="button" className="sd-link-button" aria-busy={isOpening} onClick={() => void open()}>
      {text('database.signIn')} <span aria-hidden="true">↗</span>
      <span className="sd-visually-hidden">{text('newWindow')}</span>
    </button>
  );
}

interface CopyProps {
  /** Name for screen readers, if the visible label is not enough. */
  readonly name?: string;
  readonly copyName: string;
  readonly value: string;
}

function CopyValue({ name, copyName, value }: CopyProps) {
  const copy = useCopy();
  return (
    <span className="sh-copy">
      {name !== undefined && <span className="sd-visually-hidden">{name} </span>}
      <span className="sd-mono">{value}</span>
      <IconButton size="small" icon={<CopyOutlined />} label={copyName} onClick={() => void copy(value)} />
    </span>
  );
}
