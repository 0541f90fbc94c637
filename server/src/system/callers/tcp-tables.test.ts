import { keysOf, readRow } from './tcp-tables';

const V4 = { peer: { address: '127.0.0.1', port: 33_000 }, own: { address: '127.0.0.2', port: 8090 } };
const V4_KEY = '0100007F:80E8 0200007F:1F9A';
const MAPPED_KEY = '0000000000000000FFFF00000100007F:80E8 0000000000000000FFFF00000200007F:1F9A';

/** A row in the format of the kernel. */
const row = (
  fields: { key?: string; state?: string; uid?: number; inode?: number; number?: number } = {},
) => {
  const { key = V4_KEY, state = '01', uid = 20_003, inode = 4711, number = 3 } = fields;
  const rest = '00000000:00000000 00:00000000 00000000';
  const from = String(number).padStart(4);
  return `${from}: ${key} ${state} ${rest} ${String(uid).padStart(5)}        0 ${inode} 1 0000 20 4 0 10 -1   `;
};
const wanted = (key: string) => key === V4_KEY || key === MAPPED_KEY;

describe('the search for a connection', () => {
  it('expects an IPv4 socket of the peer in both tables', () => {
    expect(keysOf(V4)).toEqual([V4_KEY, MAPPED_KEY]);
  });

  it.each(['::ffff:127.0.0.1', '::FFFF:127.0.0.1', '::ffff:7f00:1'])(
    'uses the same keys for %s',
    (address) => {
      const own = { address: '::ffff:127.0.0.2', port: 8090 };
      expect(keysOf({ peer: { address, port: 33_000 }, own })).toEqual([V4_KEY, MAPPED_KEY]);
    },
  );

  it('expects an IPv6 socket in the second table, whatever its zone', () => {
    const peer = { address: 'fe80::1:2%eth0', port: 1 };
    expect(keysOf({ peer, own: { address: '2001:db8:0:1:2:3:4:5', port: 65_535 } })).toEqual([
      '000080FE000000000000000002000100:0001 B80D0120010000000300020005000400:FFFF',
    ]);
    expect(keysOf({ peer: { address: '::1', port: 1 }, own: { address: '::1', port: 2 } })).toEqual([
      '00000000000000000000000001000000:0001 00000000000000000000000001000000:0002',
    ]);
  });

  it.each([
    ['no address', 'gone'],
    ['an address of the other family', '::1'],
  ])('has no key for %s', (_what, address) => {
    expect(keysOf({ ...V4, peer: { address, port: 1 } })).toEqual([]);
  });
});

describe('a row of a table', () => {
  it.each([row(), row({ key: MAPPED_KEY }), row({ number: 12_345 })])('names the owner: %s', (line) => {
    expect(readRow(line, wanted)?.uid).toBe(20_003);
  });

  it.each([
    ['ESTABLISHED', '01'],
    ['FIN_WAIT1', '04'],
    ['FIN_WAIT2', '05'],
    ['CLOSE_WAIT', '08'],
    ['LAST_ACK', '09'],
    ['CLOSING', '0B'],
  ])('has an owner while a process holds the socket in state %s', (_name, state) => {
    expect(readRow(row({ state }), wanted)?.uid).toBe(20_003);
    expect(readRow(row({ state, uid: 0 }), wanted)?.uid).toBe(0);
    expect(readRow(row({ state, uid: 0, inode: 0 }), wanted)).toBeUndefined();
    // Some kernels keep the uid of a closed socket.
    expect(readRow(row({ state, inode: 0 }), wanted)).toBeUndefined();
  });

  it.each([
    ['SYN_SENT', '02'],
    ['SYN_RECV', '03'],
    ['TIME_WAIT', '06'],
    ['CLOSE', '07'],
    ['LISTEN', '0A'],
    ['NEW_SYN_RECV', '0C'],
  ])('has no owner in state %s', (_name, state) => {
    expect(readRow(row({ state, uid: 0 }), wanted)).toBeUndefined();
  });

  it.each([
    [
      'the head',
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    ],
    ['our own side', row({ key: V4_KEY.split(' ').reverse().join(' ') })],
    ['a cut line', row().slice(0, 60)],
    ['nothing', ''],
  ])('is not taken from %s', (_what, line) => {
    expect(readRow(line, wanted)).toBeUndefined();
  });
});
