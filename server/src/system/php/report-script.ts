import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'report.php';
export const reportFile = (folder: string): string => join(folder, FILE);

/**
 * A script that prints PHP's own settings as JSON. It is in a folder of root that every pool may read; a site
 * that includes it learns only its own settings.
 */
const REPORT_SCRIPT = `<?php
try {
  $settings = [];
  foreach (ini_get_all(null, true) as $key => $entry) {
    $settings[] = [$key, (string) ($entry['local_value'] ?? ''), (int) $entry['access']];
  }
  $extensions = [];
  foreach (get_loaded_extensions() as $name) $extensions[] = [$name, (string) phpversion($name)];
  $file = $_SERVER['DOCUMENT_ROOT'] . '/' . ini_get('user_ini.filename');
  $own = @is_file($file) ? @parse_ini_file($file) : [];
  $userIni = [];
  foreach ($own ?: [] as $key => $value) if (is_scalar($value)) $userIni[] = [(string) $key, (string) $value];
  echo json_encode(
    ['version' => PHP_VERSION, 'sapi' => PHP_SAPI, 'extensions' => $extensions, 'settings' => $settings, 'userIni' => $userIni],
    JSON_INVALID_UTF8_SUBSTITUTE
  );
} catch (Throwable $error) {
  echo $error->getMessage();
}
`;

/** Pools may read the script at any time, so it is replaced atomically. */
export async function writeReportScript(folder: string): Promise<void> {
  const file = reportFile(folder);
  if ((await readFile(file, 'utf8').catch(() => undefined)) === REPORT_SCRIPT) return;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await writeFile(`${file}.next`, REPORT_SCRIPT, { mode: 0o644 });
  await rename(`${file}.next`, file);
}
