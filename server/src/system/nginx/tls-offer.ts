import { conf, type Conf } from './conf';

/** TLS 1.2 with forward secrecy and authenticated encryption only; TLS 1.3 has no other ciphers. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** What every listener of the product offers in a TLS handshake. A visitor without fast AES may choose ChaCha20. */
export const tlsOffer: Conf = conf`ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ${CIPHERS.join(':')};
  ssl_prefer_server_ciphers off;
  ssl_session_tickets off;`;
