import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { makeApp } from '#api/http/app';
import { serveFsGate, type OpenUpload } from '#api/http/fs-gate';
import { addressPrefix } from '#system/egress/network-of';
import type { TestApi } from './api';

/** The gate that nginx asks about each slice, for tests without an nginx in front. */
export function makeUploadGate({ core }: TestApi, open: OpenUpload): FastifyInstance {
  const door = makeApp('console');
  serveFsGate(door, open, {
    style: 'console',
    record: core.record,
    log: pino({ level: 'silent' }),
    observe: core.metrics.observe,
    admit: core.gate.admit,
    visitor: core.gate.visitor,
    addressOf: () => '192.0.2.7',
    networkOf: addressPrefix,
    admission: core.admission,
  });
  return door;
}
