export default function P(_:{sections: unknown}){return null}
