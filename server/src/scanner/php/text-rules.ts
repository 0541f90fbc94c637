import type { TextRule } from '../tokens/rules';

const SOURCE = String.raw`\$(?:\{["'])?_(?:GET|POST|REQUEST|COOKIE|SERVER)\b`;

/** For PHP that can't be parsed: only the plainest forms. */
export const PHP_TEXT_RULES: readonly TextRule[] = [
  {
    ...{ name: 'php-text-request-to-code', severity: 'high', technique: 'one-line-shell', confidence: 85 },
    all: [new RegExp(String.raw`\b(?:eval|assert)\s*\(\s*(?:@|\w{1,20}\s*\(\s*){0,4}${SOURCE}`, 'i')],
  },
  {
    ...{ name: 'php-text-request-to-command', severity: 'high', technique: 'command', confidence: 85 },
    all: [
      new RegExp(
        String.raw`\b(?:system|passthru|shell_exec|exec|popen|proc_open)\s*\(\s*(?:@|\w{1,20}\s*\(\s*){0,3}${SOURCE}`,
        'i',
      ),
    ],
  },
  {
    ...{
      name: 'php-text-decoded-to-code',
      severity: 'suspicious',
      technique: 'encoded-code',
      confidence: 70,
    },
    all: [
      /\b(?:eval|assert)\s*\(\s*(?:@|["']\?>["']\s*\.\s*)?(?:gz(?:inflate|uncompress|decode)|base64_decode|str_rot13|strrev|urldecode)\s*\(/i,
    ],
  },
  {
    ...{ name: 'php-text-upload', severity: 'suspicious', technique: 'file-upload', confidence: 55 },
    all: [/(?:move_uploaded_file|copy)\s*\(\s*\$_FILES[^;]{1,200}\$_FILES/i],
  },
];
