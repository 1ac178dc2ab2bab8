const centre = { x: 40, y: 760 }

const at = (radius: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return `${(centre.x + radius * Math.cos(angle)).toFixed(1)} ${(centre.y - radius * Math.sin(angle)).toFixed(1)}`
}

const quarter = (radius: number) => `M${at(radius, 90)}A${radius} ${radius} 0 0 1 ${at(radius, 0)}`

const ticks = (step: number, outer: number, length: (degrees: number) => number) =>
  Array.from({ length: 90 / step + 1 }, (_, index) => index * step)
    .map((degrees) => `M${at(outer, degrees)}L${at(outer - length(degrees), degrees)}`)
    .join('')

const degreeLength = (degrees: number) => (degrees % 10 === 0 ? 36 : degrees % 5 === 0 ? 24 : 16)
const arm = 52

/** The quadrant illustration, drawn from its geometry. */
export const Quadrant = ({ className }: { className: string | undefined }) => (
  <svg className={className} viewBox="0 0 720 800" aria-hidden="true">
    <path d={`${quarter(660)}${quarter(640)}M40 100V760H700`} opacity=".75" />
    <path d={ticks(1, 640, degreeLength)} opacity=".75" />
    <path d={ticks(0.5, 660, () => 8)} opacity=".4" />
    <path d={[160, 280, 400, 520].map(quarter).join('')} opacity=".3" />
    <path d={`M40 760L${at(520, 30)}M40 760L${at(520, 60)}`} opacity=".3" />
    {[10, 20, 30, 40, 50, 60, 70, 80].map((degrees) => {
      const [x, y] = at(580, degrees).split(' ')
      return (
        <text key={degrees} x={x} y={y} transform={`rotate(${90 - degrees} ${x} ${y})`}>
          {degrees}
        </text>
      )
    })}
    <g data-arm>
      <path d={`M40 760L${at(672, arm)}`} />
      <path d={`M${at(640, 47)}A640 640 0 0 0 ${at(640, 57)}`} strokeWidth="5" />
      <circle cx="40" cy="760" r="7" />
    </g>
  </svg>
)
