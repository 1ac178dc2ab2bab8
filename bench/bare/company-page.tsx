import { Link, useParams } from 'react-router-dom'
import { useCompany } from './api'

export const CompanyPage = () => {
  const { id = '' } = useParams()
  const { data, error } = useCompany(id)
  if (error) return <p>{error.message}</p>
  if (!data) return <p>Loading ...</p>
  return (
    <main>
      <p>
        <Link to="/companies">Companies</Link>
      </p>
      <h1>{data.data.name}</h1>
      <dl>
        {Object.entries(data.data).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link to="edit">Edit</Link>
    </main>
  )
}
