import { shownDomain, type DnsRecord, type Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, LockedTip, useBlocked, useFeedback, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { domainApi } from '../domain.api';
import { CopiedValue } from '../frame/CopiedValue';
import { State } from '../frame/State';
import { hostRecordOf } from '../list/domain-state';
import { bindTexts } from './bind-texts';
import { readTransferReply } from './transfer-reply';

interface Props {
  /** Stored form of a domain that another host has bound. */
  readonly name: string;
  /** The record that proves ownership; undefined: it is fetched. */
  readonly record: DnsRecord | undefined;
  readonly onMoved: () => void;
}

type Proof =
  { readonly is: 'open' | 'absent' | 'proven' | 'free' } | { readonly is: 'refused'; readonly fault: Fault };

/** Moves a domain from another host to this one: add a TXT record, check it, transfer. */
export function TransferSteps({ name, record: given, onMoved }: Props) {
  const text = useText(bindTexts);
  const blocked = useBlocked();
  const { message } = useFeedback();
  const [record, setRecord] = useState(given);
  const [proof, setProof] = useState<Proof>({ is: 'open' });
  const [ask, { isLoading: isAsking }] = domainApi.useCheckTransferInDomainsMutation();
  const [transfer, { isLoading: isMoving }] = domainApi.useTransferDomainMutation();

  const check = async () => {
    const { data, error } = await ask({ body: { domains: [name] } });
    if (error !== undefined) return setProof({ is: 'refused', fault: toFault(error) });
    const reply = readTransferReply(data);
    if (reply.is === 'refused') return setProof(reply);
    const [row] = reply.rows;
    if (row) setRecord(row.record);
    if (row?.isBoundElsewhere === false) return setProof({ is: 'free' });
    setProof({ is: row?.isProven ? 'proven' : 'absent' });
  };
  const move = async () => {
    const { error } = await transfer({ body: { domain: name } });
    if (error !== undefined) return setProof({ is: 'refused', fault: toFault(error) });
    onMoved();
    message.success(text('transfer.done', { name: shownDomain(name) }));
  };
  if (proof.is === 'free') return <State tone="ok" words={text('transfer.free')} />;
  const unproven = proof.is === 'proven' ? undefined : text('transfer.first');
  return (
    <div className="dm-transfer">
      <p className="sd-secondary">{text('transfer.hint')}</p>
      {record && <Record record={record} />}
      <div className="sd-row">
        <Button size="small" loading={isAsking} onClick={() => void check()}>
          {text('transfer.check')}
        </Button>
        <LockedTip reason={blocked(text('transfer.move')) ?? unproven}>
          <Button size="small" type="primary" loading={isMoving} onClick={() => void move()}>
            {text('transfer.move')}
          </Button>
        </LockedTip>
        <span role="status">
          {proof.is === 'proven' && <State tone="ok" words={text('transfer.proven')} />}
          {proof.is === 'absent' && <State tone="warning" words={text('transfer.absent')} />}
        </span>
      </div>
      {proof.is === 'refused' && <FaultNotice what={text('transfer.failed')} fault={proof.fault} />}
    </div>
  );
}

function Record({ record: { type, name, expected } }: { readonly record: DnsRecord }) {
  const text = useText(bindTexts);
  return (
    <dl className="dm-facts">
      <div>
        <dt>{text('transfer.type')}</dt>
        <dd>{type}</dd>
      </div>
      <div>
        <dt>{text('transfer.host')}</dt>
        <dd title={name}>
          <CopiedValue value={hostRecordOf(name)} />
        </dd>
      </div>
      {expected.map((value) => (
        <div key={value}>
          <dt>{text('transfer.value')}</dt>
          <dd>
            <CopiedValue value={value} strong />
          </dd>
        </div>
      ))}
    </dl>
  );
}
