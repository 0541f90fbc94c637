/** Wide rows hold facts and choices side by side; narrow ones stack them. */
export const conflictStyle = `
.fm-clash-all{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-bottom:8px}
.fm-clash-all>span{color:var(--sd-secondary)}
.fm-clashes{margin:0;padding:0;list-style:none;max-height:50vh;overflow:auto;border:1px solid var(--sd-line);border-radius:6px}
.fm-clashes>li{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:8px 12px}
.fm-clashes>li+li{border-top:1px solid var(--sd-line)}
.fm-clash-facts{display:flex;flex-direction:column;flex:1 1 220px;min-width:0}
.fm-clash-facts strong{font-weight:600;min-width:0;display:flex}
.fm-clash-side{font-size:12px;line-height:20px;color:var(--sd-hint)}
.fm-clash-choice{display:flex;flex-wrap:wrap;gap:0 12px;margin:0;padding:0;border:0}
.fm-clash-choice label{display:inline-flex;align-items:center;gap:6px;min-height:32px;cursor:pointer}
.fm-clash-choice input{width:16px;height:16px;margin:0;accent-color:var(--sd-fill)}
.fm-clash-warning{margin:0;flex-basis:100%;font-size:12px;line-height:20px;color:var(--sd-warn-text)}
@media (pointer:coarse){.fm-clash-choice label{min-height:40px}}
`.replaceAll('\n', '');
