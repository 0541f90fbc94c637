export const daysStyle = `
.sh-days{display:inline-flex;align-items:center;gap:8px;min-height:32px}
.sh-days>div{width:136px}
@media (max-width:767px){.sh-days{width:100%}.sh-days>div{flex:1}}
`;
